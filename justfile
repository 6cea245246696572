# The scripts of .ci and the commands that a contributor needs, under short names. `just` lists them.

_list:
    @{{ just_executable() }} --list --unsorted

# Run the tests
test *arguments:
    cargo test {{ arguments }}

# Run what each change must pass
ready:
    .ci/run

# Run what a release or a large merge must pass
full:
    .ci/full

# Test with fresh seeds and large numbers, for hours
nightly:
    .ci/nightly

# Run the checks of the audit of logs, a workspace of its own
audit:
    .ci/audit

# List the requests whose decision changed
decisions *arguments:
    cargo decisions {{ arguments }}
