#!/bin/sh
# Installs the generators of clients that npm does not have, each where its toolchain is there. It is run by hand, because
# it fetches more than all test parts together; the tests of generators that are missing are skipped.
#   sh test/parts/openapi/generators.sh
set -eu
cd "$(dirname "$0")"
place=$PWD/node_modules/.generators
clients=$PWD/clients
mkdir -p "$place/go"

if command -v go > /dev/null; then
  echo "installing oapi-codegen"
  export GOBIN="$place/bin" GOMODCACHE="$place/go" GOFLAGS=-modcacherw
  go install github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2
  # What the client that it makes imports.
  (cd "$clients" && go mod download)
fi
if command -v python3 > /dev/null; then
  echo "installing openapi-python-client and datamodel-code-generator"
  python3 -m venv "$place/python"
  "$place/python/bin/pip" install --quiet \
    openapi-python-client==0.29.1 datamodel-code-generator==0.89.0 urllib3==2.8.0 python-dateutil==4.0.0
fi
if command -v mvn > /dev/null; then
  echo "installing openapi-generator"
  mvn --quiet --batch-mode dependency:copy -Dartifact=org.openapitools:openapi-generator-cli:7.25.0 \
    -DoutputDirectory="$place" -Dmdep.stripVersion=true
fi
