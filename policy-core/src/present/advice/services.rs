//! Remarks on remote resources: containers, clusters, clouds, databases, package registries.

use super::super::inward::base_name;
use super::remark::{Remark, Table};
use super::subject::RemarkSubject;
use crate::codes::{Code, Help};
use crate::examples::examples;
use crate::name_set::NameSet;
use crate::span::Span;
use crate::verdict::Audience;

pub(super) static TABLE: Table = Table {
    programs: NameSet::of(&[
        "aws",
        "bun",
        "cargo",
        "docker",
        "docker-compose",
        "duckdb",
        "gem",
        "gh",
        "helm",
        "heroku",
        "kubectl",
        "mariadb",
        "mysql",
        "nerdctl",
        "npm",
        "oc",
        "pnpm",
        "podman",
        "podman-compose",
        "poetry",
        "psql",
        "pulumi",
        "sqlcmd",
        "sqlite3",
        "terraform",
        "terragrunt",
        "tofu",
        "twine",
        "uv",
        "wrangler",
        "yarn",
    ]),
    remarks: REMARKS,
};

static REMARKS: &[Remark] = &[
    Remark {
        code: Code::brief(
            "DOCKER_PRUNE",
            "removes everything that no running container uses, including data of stopped ones",
            Help::person_only("list it first with `docker system df -v`"),
        ),
        audience: Audience::Person,
        programs: &["docker", "podman", "nerdctl"],
        find: |look| {
            let kinds = ["system", "volume", "image", "container", "network", "builder", "buildx"];
            let pruned = kinds.iter().find_map(|kind| look.after(&[kind, "prune"]));
            pruned.filter(|prune| prune.option("--help").is_none()).map(|_| look.span())
        },
        fires: examples![
            "docker system prune",
            "docker system prune -af --volumes",
            "podman volume prune",
            "docker --context x image prune -a",
        ],
        silent: examples!["docker system df", "docker ps", "docker run prune", "git remote prune origin"],
    },
    Remark {
        code: Code::brief(
            "DOCKER_VOLUMES",
            "removes volumes with the data in them",
            Help::person_only("keep the volumes, or back them up first"),
        ),
        audience: Audience::Person,
        programs: &["docker", "docker-compose", "podman", "podman-compose"],
        find: |look| {
            let down = look.after(&["compose", "down"]);
            let volumes = down.and_then(|down| down.option("--volumes"));
            volumes.or_else(|| look.after(&["volume", "rm"]).map(|_| look.span()))
        },
        fires: examples!["docker compose down -v", "docker-compose down --volumes", "docker volume rm data"],
        silent: examples![
            "docker compose down",
            "docker compose up -d",
            "docker volume ls",
            "docker run -v a:b x"
        ],
    },
    Remark {
        code: Code::brief(
            "KUBECTL_DELETE",
            "removes objects from the currently selected cluster",
            Help::person_only(
                "check the cluster with `kubectl config current-context`, and try `--dry-run=client`",
            ),
        ),
        audience: Audience::Person,
        programs: &["kubectl", "oc"],
        find: |look| {
            let delete = look.after(&["delete"])?;
            delete.any_option(&["--dry-run", "--help"]).is_none().then(|| look.span())
        },
        fires: examples!["kubectl delete pod x", "kubectl -n prod delete -f a.yaml", "oc delete project x"],
        silent: examples![
            "kubectl get pods",
            "kubectl delete pod x --dry-run=client",
            "kubectl describe pod delete"
        ],
    },
    Remark {
        code: Code::brief(
            "TERRAFORM_DESTROY",
            "removes the infrastructure that this configuration describes",
            Help::person_only("list it first with `plan -destroy`"),
        ),
        audience: Audience::Person,
        programs: &["terraform", "tofu", "terragrunt"],
        find: |look| {
            let apply = || look.after(&["apply"])?.any_option(&["-destroy", "--destroy"]);
            look.after(&["destroy"]).map(|_| look.span()).or_else(apply)
        },
        fires: examples![
            "terraform destroy",
            "terraform -chdir=a destroy -auto-approve",
            "tofu apply -destroy"
        ],
        silent: examples![
            "terraform plan",
            "terraform plan -destroy",
            "terraform apply",
            "terraform state list destroy",
        ],
    },
    Remark {
        code: Code::brief(
            "TERRAFORM_AUTO_APPROVE",
            "changes infrastructure without showing the plan first",
            Help::person_only("remove `-auto-approve` and read the plan"),
        ),
        audience: Audience::Person,
        programs: &["terraform", "tofu", "terragrunt"],
        find: |look| {
            look.after(&["apply"])?
                .argument(|text| matches!(text, "-auto-approve" | "--auto-approve" | "-auto-approve=true"))
        },
        fires: examples![
            "terraform apply -auto-approve",
            "tofu -chdir=a apply --auto-approve",
            "terragrunt apply -auto-approve",
        ],
        silent: examples!["terraform apply", "terraform plan -auto-approve", "echo -auto-approve"],
    },
    Remark {
        code: Code::brief(
            "CLOUD_DELETE",
            "permanently removes something outside of this machine",
            Help::person_only("make sure that the account is the right one, and that there is a backup"),
        ),
        audience: Audience::Person,
        programs: &["aws", "gh", "heroku", "helm", "pulumi"],
        find: |look| {
            let paths: &[&[&str]] = match base_name(look.all) {
                "aws" => &[&["s3", "rb"], &["s3", "rm"]],
                "gh" => &[&["repo", "delete"], &["release", "delete"]],
                "heroku" => &[&["apps:destroy"], &["pg:reset"]],
                "helm" => &[&["uninstall"], &["delete"]],
                _ => &[&["destroy"]],
            };
            let found = paths.iter().find_map(|path| look.after(path));
            found.filter(|it| it.any_option(&["--dryrun", "--dry-run"]).is_none()).map(|_| look.span())
        },
        fires: examples![
            "aws s3 rm s3://a --recursive",
            "gh repo delete a/b --yes",
            "helm -n x uninstall a",
            "aws --profile p s3 rb s3://a",
        ],
        silent: examples!["aws s3 ls", "gh repo view delete", "aws s3 rm s3://a --dryrun", "helm list"],
    },
    Remark {
        code: Code::brief(
            "SQL_DROP",
            "removes tables, databases or all of their rows",
            Help::person_only("dump the data first, or try it in a transaction"),
        ),
        audience: Audience::Person,
        programs: &["duckdb", "mariadb", "mysql", "psql", "sqlcmd", "sqlite3", "wrangler"],
        find: |look| {
            let body = look.here_document().map(|document| document.body);
            let in_body = body.filter(|body| drops(body.slice(look.script.source)));
            look.argument(drops).or(in_body)
        },
        fires: examples![
            "psql -c 'drop table users'",
            "mysql -e \"DROP  DATABASE x\"",
            "sqlite3 a.db 'TRUNCATE TABLE a; select 1'",
            "psql mydb -c 'delete from users;'",
            "sudo -u postgres psql -c 'Drop Schema public cascade'",
            "psql <<E\ndrop table a;\nE",
        ],
        silent: examples![
            "psql -c 'select 1'",
            "psql -c 'delete from a where id = 1'",
            "psql -l",
            "echo 'drop table a'",
            "sqlite3 a.db 'select drop_table'",
        ],
    },
    Remark {
        code: Code::brief(
            "PACKAGE_PUBLISH",
            "publishes to a registry, which cannot be fully undone",
            Help::person_only("try it with `--dry-run` first"),
        ),
        audience: Audience::Person,
        programs: &["bun", "cargo", "gem", "npm", "pnpm", "poetry", "twine", "uv", "yarn"],
        find: publishes,
        fires: examples![
            "npm publish",
            "cargo publish",
            "pnpm -r publish",
            "yarn npm publish",
            "twine upload dist/*",
            "gem push a.gem",
            "npm unpublish a",
        ],
        silent: examples![
            "npm publish --dry-run",
            "cargo publish -n",
            "npm run publish",
            "npm install publish",
            "gem list",
        ],
    },
];

/// Whether a text has a statement in SQL that removes a table or all of its rows.
fn drops(text: &str) -> bool {
    let word = |text: &str, wanted: &str| text.eq_ignore_ascii_case(wanted);
    text.split(';').any(|statement| {
        let mut words = statement.split_ascii_whitespace().map(|it| it.trim_matches(['"', '\'', '(', ')']));
        let (first, second) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
        if word(first, "drop") {
            return ["table", "database", "schema", "view", "index", "user", "role"]
                .iter()
                .any(|it| word(second, it));
        }
        word(first, "truncate") && !second.is_empty()
            || word(first, "delete") && word(second, "from") && !words.any(|it| word(it, "where"))
    })
}

fn publishes(look: &RemarkSubject<'_>) -> Option<Span> {
    let paths: &[&[&str]] = match base_name(look.all) {
        "gem" => &[&["push"], &["yank"]],
        "twine" => &[&["upload"]],
        "yarn" => &[&["publish"], &["npm", "publish"]],
        "cargo" => &[&["publish"], &["yank"]],
        _ => &[&["publish"], &["unpublish"]],
    };
    let found = paths.iter().find_map(|path| look.after(path))?;
    found.any_option(&["--dry-run", "--help", "-h", "-n"]).is_none().then(|| look.span())
}
