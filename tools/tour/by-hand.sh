#!/usr/bin/env bash
# Prints all buyers, one JSON object per line. Needs BASE_URL, and in KEY the file of a P-521 private key.
set -euo pipefail

base64url() { openssl base64 -A | tr '+/' '-_' | tr -d '='; }
bytes() { printf "$(printf '%132s' "$1" | tr ' ' 0 | sed 's/../\\x&/g')"; }

# The key id is the thumbprint of the public key: RFC 7638, over the coordinates in 66 bytes each.
point() { openssl ec -in "$KEY" -pubout -conv_form uncompressed -outform DER 2>/dev/null | tail -c 132; }
x=$(point | head -c 66 | base64url)
y=$(point | tail -c 66 | base64url)
kid=$(printf '{"crv":"P-521","kty":"EC","x":"%s","y":"%s"}' "$x" "$y" | openssl dgst -sha256 -binary | base64url)

# A token for one scope and five minutes. openssl signs in DER; ES512 wants r and s in 66 bytes each.
token() {
  local header claims input r s
  header=$(jq -cjn --arg kid "$kid" '{alg: "ES512", typ: "JWT", kid: $kid}' | base64url)
  claims=$(jq -cjn --arg scope "$1" --arg jti "$(openssl rand -hex 16)" \
    '(now | floor) as $now | {iss: "by-hand", iat: ($now - 30), nbf: ($now - 30), exp: ($now + 300), $jti, scopes: [$scope]}' |
    base64url)
  input=$header.$claims
  { read -r r; read -r s; } < <(printf %s "$input" | openssl dgst -sha512 -sign "$KEY" |
    openssl asn1parse -inform DER | sed -n 's/.*INTEGER *://p')
  printf '%s.%s' "$input" "$({ bytes "$r"; bytes "$s"; } | base64url)"
}

# Each page has its own token, because a long list may take longer than five minutes.
cursor=
while :; do
  page=$(printf 'Authorization: Bearer %s' "$(token buyers.read)" |
    curl -sS --fail --retry 4 -H @- -G "$BASE_URL/buyers" -d limit=100 ${cursor:+--data-urlencode "cursor=$cursor"})
  jq -c '.items[]' <<<"$page"
  cursor=$(jq -r '.next_cursor // empty' <<<"$page")
  [ -n "$cursor" ] || break
done
