# Builds the disposable place in the working directory: some files of each kind and a small repository.
# Tools that are missing leave their file out.
set -e
umask 022
mkdir -p home project && cd project
mkdir -p src sub/deep docs tests .hidden
printf 'one\ntwo\nthree 3\nfoo bar\nTODO x\n' >README.md
printf 'foo\nbar\n' >words
printf '3 c\n1 a\n2 b\n2 b\n' >a
printf '1 a\n2 b\n' >b
printf 'alpha\tbeta\n1\t2\n' >data.tsv
printf 'id,name\n1,ann\n2,bob\n' >data.csv
printf '{"a": 1, "b": [1, 2, {"c": null}], "name": "x"}\n' >data.json
printf 'a: 1\nb:\n  - x\n' >data.yaml
printf '<a><b c="1">t</b></a>\n' >data.xml
printf '[a]\nb = 1\n' >data.toml
printf 'fn main() {\n    println!("foo");\n}\n' >src/main.rs
printf '// TODO\npub fn foo() {}\n' >src/a.rs
printf 'int main(void) { return 0; }\n' >src/a.c
printf 'import os\nprint(1)\n' >src/a.py
printf 'console.log(1)\n' >src/a.js
printf 'all:\n\techo x\n' >Makefile
printf '{"name": "x", "version": "1.0.0"}\n' >package.json
printf '#!/bin/sh\necho foo\n' >sub/run.sh
printf 'deep\n' >sub/deep/c.txt
printf 'x\n' >sub/b
printf -- '--- a\n+++ b\n@@ -1 +1 @@\n-x\n+y\n' >x.patch
chmod +x sub/run.sh
: >empty
printf 'a\0b\377\n' >binary
ln -s a link
ln -s missing dangling
ln -s sub linked
cp /bin/true program
tar -cf a.tar a src && cp a.tar archive.tar
tar -czf a.tgz a src && cp a.tgz archive.tar.gz
gzip -n <a >a.gz
have() { command -v "$1" >/dev/null; }
if have bzip2; then bzip2 <a >a.bz2; fi
if have xz; then xz <a >a.xz; fi
if have zstd; then zstd -q <a >a.zst; fi
if have zip; then zip -q a.zip a b src/a.rs; fi
if have ar; then ar rc a.a program; fi
if have sqlite3; then sqlite3 data.db 'create table t(a); insert into t values(1)'; fi

git init -q -b main
git config user.name u
git config user.email u@example.invalid
git config commit.gpgsign false
git add -A && git commit -q -m 'First'
git tag v1 && git tag -a v2 -m 'Second tag'
printf 'four\n' >>README.md && git commit -q -am 'Second'
git branch topic v1
git remote add origin ../nowhere
printf 'stashed\n' >>words && git stash -q
printf 'five\n' >>README.md
printf 'new\n' >untracked
printf 'staged\n' >staged && git add staged
