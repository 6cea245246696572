//! What deny rules see of files that a script writes and then runs.

use super::held::hold;
use crate::Decision::{Allow, Ask};

#[test]
fn what_a_script_writes_into_a_file_that_it_runs_may_be_a_denied_command() {
    hold(
        "Bash(git push:*)",
        &[
            (Ask, "echo 'git push' > s.sh; sh s.sh"),
            (Ask, "cat > s.sh <<'E'\ncd x\ngit push\nE\nbash ./s.sh"),
            (Ask, "printf 'git push' > s && chmod +x s && ./s"),
            (Ask, "tee s.sh <<< 'git push'; . s.sh"),
            (Ask, "tee s.sh <<< 'git push'; source ./s.sh"),
            (Ask, "{ echo git push; } > s.sh; sudo sh s.sh"),
            (Ask, "echo 'import os; os.system(\"git push\")' > a.py; python3 a.py"),
            (Ask, "sh -c 'echo git push > s; sh s'"),
            (Ask, "echo 'git push' > /tmp/s; cd /tmp && ./s"),
            (Ask, "cat > a.js <<'E'\nrun('git push')\nE\nnode a"),
            (Ask, "cat > a.py <<'E'\nrun('git push')\nE\npython3 -m a"),
            (Ask, "cat > a.py <<'E'\nrun('git push')\nE\npython3 -c 'import a'"),
            (Allow, "cat > a.py <<'E'\nrun('git push')\nE\npython3 -c 'import b'"),
            (Allow, "echo 'git push' > notes.md; cat notes.md"),
            (Allow, "echo 'git push' > notes.md; git add notes.md; git commit -F notes.md"),
            (Allow, "echo 'git push' > notes.md; ./build.sh"),
            (Allow, "echo 'git pull' > s.sh; sh s.sh"),
            (Allow, "./s; echo 'git push' > s"),
            (Allow, "echo 'git push' > data; python3 run.py data"),
        ],
    );
    hold(
        "Bash(r0:*)",
        &[
            (Ask, "cp /bin/r0 x; ./x"),
            (Ask, "ln -s /bin/r0 ./x && ./x -f"),
            (Ask, "install -m755 /bin/r0 x; ./x"),
            (Ask, "mv /bin/r0 x; ./x"),
            (Allow, "cp /bin/r1 x; ./x"),
            (Allow, "cp /bin/r0 x; ./y"),
        ],
    );
}

#[test]
fn what_a_script_writes_into_a_file_of_the_project_may_be_run_by_what_runs_the_project() {
    hold(
        "Bash(git push:*)",
        &[
            (Ask, "cat > Makefile <<'E'\na:\n\tgit push\nE\nmake a"),
            (Ask, "printf 'a:\n\tgit push' > x.mk && make -f x.mk"),
            (Ask, "printf 'a:\n\tgit push' | tee Makefile && make"),
            (Ask, "echo '{\"scripts\":{\"x\":\"git push\"}}' > package.json; npm run x"),
            (Ask, "cat > test_x.py <<'E'\nos.system('git push')\nE\npytest test_x.py"),
            (Ask, "cat > a.go <<'E'\nexec.Command(\"git\", \"push\")\nE\ngo run a.go"),
            (Ask, "cat > build.rs <<'E'\nCommand::new(\"sh\").args([\"-c\", \"git push\"])\nE\ncargo build"),
            (Ask, "echo 'RUN git push' > Dockerfile; docker build ."),
            (Ask, "echo 'git push' > .git/hooks/pre-commit; git commit -m x"),
            (Allow, "cat > NOTES.md <<'E'\nthen git push\nE\nmake a"),
            (Allow, "make a; echo 'git push' > Makefile"),
            (Allow, "cat > Makefile <<'E'\na:\n\tgit pull\nE\nmake a"),
            (Allow, "echo git push > /dev/null; make a"),
            (Allow, "echo 'git push' > Makefile; cat Makefile"),
        ],
    );
}
