# Bash completion for payctl; `payctl completion bash` prints this file.
# Works with bash 3.2 and newer, and needs no other completion package.

# --- table: kind|command|name|before|values|summary (npm run generate writes it)
_payctl_table='
command||buyers|||Buyers
command||tokens|||Network tokens of stored payment methods
command||giftcards|||Gift cards
command||updater|||Account updater jobs
command||merchants|||Merchant accounts and their 3DS configurations
command||flows|||Flow rules
command||wallets|||Digital wallets
command||audit|||Audit logs
command||keys|||API key pairs, and the local key pair
command||profile|||Named targets: where to call, and with which key
command||auth|||Tokens, and who am I
command|buyers|list|||List and search buyers, newest first
command|tokens|suspend|||Suspend network tokens
command|tokens|resume|||Resume network tokens
command|tokens|cryptogram|||Provision a cryptogram for an active network token
command|giftcards|balances|||Fetch the balances of gift cards
command|updater|create|||Create account updater jobs for stored cards
command|merchants|create|||Create a merchant account
command|merchants|apply|||Create the merchant accounts of a file, and leave alone what exists
command|merchants|three-ds|||List the 3DS configurations of a merchant account
command|flows|update-rule|||Update a flow rule
command|wallets|register-domain|||Register a domain for a digital wallet
command|audit|list|||List audit logs, newest first
command|audit|tail|||Follow new audit logs
command|audit|export|||Write audit logs to a file, whole or not at all
command|audit|summary|||Count audit logs: who did what, when
command|keys|list|||List API key pairs, newest first
command|keys|delete|||Delete API key pairs for good
command||api|||Call any path of the service
command|keys|generate|||Make a key pair on P-521, store it and tie it to the profile
command|keys|import|||Store a private key and tie it to the profile
command|keys|show|||Show the public parts of the key in use: thumbprint, PEM, JWK
command||init|||Set up payctl: a profile and its key, step by step
command|profile|add|||Add a profile: where to call, for which merchant account, with which key
command|profile|list|||List profiles, the current one marked
command|profile|show|||Show a profile, the one in use unless another is named
command|profile|use|||Make a profile the current one
command|profile|rename|||Give a profile another name
command|profile|remove|||Remove a profile; its key stays where it is
command|auth|token|||Print a signed token with the scopes that are named
command|auth|inspect|||Decode a token and name what the service would refuse in it
command|auth|status|||Who am I: which service, which key, from which source, and what the service accepts
command||doctor|||Find out what stands between here and the service
command||serve|||Run the reference server: the whole API on this machine
command|serve|status|||Tell whether the reference server of a database runs, and where
command|serve|stop|||Stop the reference server of a database, and wait until it is gone
command||completion|||Print the completion script of a shell
command||explain|||Explain an operation of the API: fields, scope, limits
option||--profile||@profile|use this profile, and no credential or target from the environment
option||-p||@profile|use this profile, and no credential or target from the environment
option||--base-url||@any|address of the service
option||--merchant-account||@any|merchant account to act on
option||-m||@any|merchant account to act on
option||--key-file||@file|private key that signs the calls
option||--token-file||@file|file with a ready-made token
option||--output||table json ndjson yaml csv tsv id none|output format
option||-o||table json ndjson yaml csv tsv id none|output format
option||--json|||the same as --output json
option||--fields||@fields|pick and order the fields
option||--query||@any|filter the whole result by a JMESPath expression
option||--timeout||@any|time for one attempt (30s)
option||--deadline||@any|time for the whole command (none)
option||--retries||@any|further attempts after the first (4)
option||--quiet|||no notes, only data and errors
option||-q|||no notes, only data and errors
option||--debug||?on http|show what happens, or with =http every request
option||--color||auto always never|when to colour
option||--no-input|||never ask; fail where an answer is needed
option||--yes|||confirm without asking
option||-y|||confirm without asking
option||--confirm||@any|name the protected profile that may be written to
option||--dry-run|||show the request and send nothing
option||-n|||show the request and send nothing
option||--reveal|||show secrets of results in clear
option||--help|||show help
option||-h|||show help
option||--version|||show the version
option||-V|||show the version
option|buyers list|--search||@any|display name or external identifier equals this
option|buyers list|--external-identifier||@any|external identifier equals this
option|buyers list|--pii|||show personal data (scope buyers.billing-details.read)
option|buyers list|--limit||@any|rows in all (100)
option|buyers list|-L||@any|rows in all (100)
option|buyers list|--all|||every row there is
option|buyers list|--page-size||@any|rows per request (100)
option|buyers list|--cursor||@any|where to start, as an earlier list said
option|buyers list|--checkpoint||@file|record progress here, and go on from it after a failure
option|buyers list|--fail-if-more|||end with 13 when more rows exist than were asked for
fields|buyers list|||id reconciliation_id merchant_account_id created_at updated_at type display_name external_identifier account_number billing_details billing_details.first_name billing_details.last_name billing_details.email_address billing_details.phone_number billing_details.address billing_details.address.city billing_details.address.country billing_details.address.postal_code billing_details.address.state billing_details.address.state_code billing_details.address.house_number_or_name billing_details.address.line1 billing_details.address.line2 billing_details.address.organization billing_details.tax_id billing_details.tax_id.value billing_details.tax_id.kind|
option|tokens suspend|--file||@file|pairs of ids, a pair a line; - is standard input
option|tokens suspend|-f||@file|pairs of ids, a pair a line; - is standard input
option|tokens suspend|--concurrency||@any|requests side by side (8)
option|tokens suspend|--results||@file|write what became of each item here, as NDJSON
option|tokens suspend|--resume||@file|leave out what these results of an earlier run call done, and go on in them
place|tokens suspend|1+||@any|PAYMENT_METHOD_ID NETWORK_TOKEN_ID, once or more; - reads such pairs from standard input
fields|tokens suspend|||type id expiration_date payment_method_id status token created_at updated_at|
option|tokens resume|--file||@file|pairs of ids, a pair a line; - is standard input
option|tokens resume|-f||@file|pairs of ids, a pair a line; - is standard input
option|tokens resume|--concurrency||@any|requests side by side (8)
option|tokens resume|--results||@file|write what became of each item here, as NDJSON
option|tokens resume|--resume||@file|leave out what these results of an earlier run call done, and go on in them
place|tokens resume|1+||@any|PAYMENT_METHOD_ID NETWORK_TOKEN_ID, once or more; - reads such pairs from standard input
fields|tokens resume|||type id expiration_date payment_method_id status token created_at updated_at|
option|tokens cryptogram|--merchant-initiated|||whether the merchant initiates the request
option|tokens cryptogram|--no-merchant-initiated|||whether the merchant initiates the request
place|tokens cryptogram|1||@any|id of the payment method
place|tokens cryptogram|2||@any|id of the network token
fields|tokens cryptogram|||cryptogram type|
option|giftcards balances|--id||@any|id of a stored gift card; may be repeated
option|giftcards balances|--file||@file|cards as NDJSON, JSON or CSV with number,pin or id; - is standard input
option|giftcards balances|-f||@file|cards as NDJSON, JSON or CSV with number,pin or id; - is standard input
place|giftcards balances|1+||@any|- reads cards from standard input; a number may not stand here
fields|giftcards balances|||id merchant_account_id bin sub_bin last4 usage_count cit_usage_count currency expiration_date balance balance_error_code balance_raw_error_code balance_raw_error_message last_used_at cit_last_used_at type|
option|updater create|--file||@file|ids, one a line; - is standard input
option|updater create|-f||@file|ids, one a line; - is standard input
option|updater create|--results||@file|write what became of each item here, as NDJSON
option|updater create|--resume||@file|leave out what these results of an earlier run call done, and go on in them
place|updater create|1+||@any|ids of payment methods; - reads standard input
fields|updater create|||id merchant_account_id inquiries inquiries.id inquiries.payment_method_id inquiries.type created_at updated_at type|
option|merchants create|--display-name||@any|name of the account
option|merchants create|--account-updater-enabled|||update card details when a payment fails for them
option|merchants create|--no-account-updater-enabled|||update card details when a payment fails for them
option|merchants create|--async-network-tokens-enabled|||provision network tokens in the background
option|merchants create|--no-async-network-tokens-enabled|||provision network tokens in the background
option|merchants create|--updater-client-key||@any|client key of the updater
option|merchants create|--updater-secret-key||@any|secret key of the updater; better kept in a file
option|merchants create|--updater-accepted-schemes||@any|card schemes that the updater accepts
option|merchants create|--account-updater-request-encryption-key||@any|public key that encrypts updater requests
option|merchants create|--account-updater-request-encryption-key-id||@any|id of that key
option|merchants create|--account-updater-response-decryption-key||@any|secret key for updater answers; better kept in a file
option|merchants create|--account-updater-response-decryption-key-id||@any|id of that key
option|merchants create|--over-capture-amount||@any|over-capture limit in the smallest currency unit
option|merchants create|--over-capture-percentage||@any|over-capture limit in per cent
option|merchants create|--visa-network-tokens-requestor-id||@any|requestor id for visa network tokens
option|merchants create|--visa-network-tokens-app-id||@any|app id for visa network tokens
option|merchants create|--amex-network-tokens-requestor-id||@any|requestor id for amex network tokens
option|merchants create|--amex-network-tokens-app-id||@any|app id for amex network tokens
option|merchants create|--mastercard-network-tokens-requestor-id||@any|requestor id for mastercard network tokens
option|merchants create|--mastercard-network-tokens-app-id||@any|app id for mastercard network tokens
option|merchants create|--file||@file|fields as JSON or YAML; - is standard input
option|merchants create|-f||@file|fields as JSON or YAML; - is standard input
option|merchants create|--if-exists||fail skip|what to do when the account exists (fail)
place|merchants create|1||@any|id of the new account: letters, digits and hyphens
fields|merchants create|||id display_name account_updater_enabled created_at updated_at type async_network_tokens_enabled updater_client_key updater_secret_key updater_accepted_schemes account_updater_request_encryption_key account_updater_request_encryption_key_id account_updater_response_decryption_key account_updater_response_decryption_key_id over_capture_amount over_capture_percentage visa_network_tokens_requestor_id visa_network_tokens_app_id amex_network_tokens_requestor_id amex_network_tokens_app_id mastercard_network_tokens_requestor_id mastercard_network_tokens_app_id|
option|merchants apply|--file||@file|merchant accounts as YAML, JSON, NDJSON or CSV; - is standard input
option|merchants apply|-f||@file|merchant accounts as YAML, JSON, NDJSON or CSV; - is standard input
option|merchants apply|--concurrency||@any|requests side by side (8)
option|merchants apply|--results||@file|write what became of each item here, as NDJSON
option|merchants apply|--resume||@file|leave out what these results of an earlier run call done, and go on in them
option|merchants apply|--exit-code|||end with 12 when something was, or under --dry-run would be, created
fields|merchants apply|||id result status error|
option|merchants three-ds|--currency||@any|only what applies to this currency
place|merchants three-ds|1||@any|id of the merchant account
fields|merchants three-ds|||id merchant_account_id merchant_acquirer_bin merchant_acquirer_id merchant_name merchant_country_code merchant_category_code merchant_url scheme currency metadata metadata.* created_at updated_at type|
option|flows update-rule|--position||@any|position within the flow and action, from 0
option|flows update-rule|--description||@any|what the rule is for; --no-description clears it
option|flows update-rule|--no-description|||what the rule is for; --no-description clears it
option|flows update-rule|--conditions||@any|conditions, as a JSON array
option|flows update-rule|--outcome||@any|outcome, as a JSON object
option|flows update-rule|--error-code||@any|error code of a decline; --no-error-code clears it
option|flows update-rule|--no-error-code|||error code of a decline; --no-error-code clears it
option|flows update-rule|--file||@file|fields as JSON or YAML; - is standard input
option|flows update-rule|-f||@file|fields as JSON or YAML; - is standard input
place|flows update-rule|1||checkout card-transaction non-card-transaction redirect-transaction|the flow
place|flows update-rule|2|checkout|select-payment-options|the action
place|flows update-rule|2|card-transaction|route-transaction skip-3ds decline-early|the action
place|flows update-rule|2|non-card-transaction|decline-early|the action
place|flows update-rule|2|redirect-transaction|route-transaction|the action
place|flows update-rule|3||@any|id of the rule
fields|flows update-rule|||id merchant_account_id description flow action conditions conditions.name conditions.operator conditions.value conditions.value.* outcome outcome.type outcome.version outcome.result outcome.result.* position created_at updated_at error_code type|
place|wallets register-domain|1||@any|id of the digital wallet
place|wallets register-domain|2||@any|host name, without scheme or path
option|audit list|--since||@any|entries at or after this time
option|audit list|--until||@any|entries before this time
option|audit list|--action||created updated deleted voided canceled captured|only this action, such as created
option|audit list|--user-id||@any|only what this dashboard user did
option|audit list|--resource-type||@any|only this kind of resource, such as buyer
option|audit list|--limit||@any|rows in all (100)
option|audit list|-L||@any|rows in all (100)
option|audit list|--all|||every row there is
option|audit list|--page-size||@any|rows per request (100)
option|audit list|--cursor||@any|where to start, as an earlier list said
option|audit list|--checkpoint||@file|record progress here, and go on from it after a failure
option|audit list|--fail-if-more|||end with 13 when more rows exist than were asked for
fields|audit list|||id type timestamp action merchant_account_id resource resource.type resource.id resource.name user user.name user.is_staff user.status user.type user.id user.email_address|
option|audit tail|--interval||@any|time between two looks (5s)
option|audit tail|--limit||@any|entries from before to begin with (10)
option|audit tail|-L||@any|entries from before to begin with (10)
option|audit tail|--action||created updated deleted voided canceled captured|only this action, such as created
option|audit tail|--user-id||@any|only what this dashboard user did
option|audit tail|--resource-type||@any|only this kind of resource, such as buyer
fields|audit tail|||id type timestamp action merchant_account_id resource resource.type resource.id resource.name user user.name user.is_staff user.status user.type user.id user.email_address|
option|audit export|--out||@file|the file to write
option|audit export|--format||ndjson csv json|format of the file (from its ending; without one ndjson)
option|audit export|--since||@any|entries at or after this time
option|audit export|--until||@any|entries before this time
option|audit export|--action||created updated deleted voided canceled captured|only this action, such as created
option|audit export|--user-id||@any|only what this dashboard user did
option|audit export|--resource-type||@any|only this kind of resource, such as buyer
option|audit summary|--html||@file|write a page for the browser too
option|audit summary|--since||@any|entries at or after this time
option|audit summary|--until||@any|entries before this time
option|audit summary|--action||created updated deleted voided canceled captured|only this action, such as created
option|audit summary|--user-id||@any|only what this dashboard user did
option|audit summary|--resource-type||@any|only this kind of resource, such as buyer
option|keys list|--unused-since||@any|only pairs that were not used since then
option|keys list|--inactive|||only inactive pairs
option|keys list|--limit||@any|rows in all (100)
option|keys list|-L||@any|rows in all (100)
option|keys list|--all|||every row there is
option|keys list|--page-size||@any|rows per request (100)
option|keys list|--cursor||@any|where to start, as an earlier list said
option|keys list|--checkpoint||@file|record progress here, and go on from it after a failure
option|keys list|--fail-if-more|||end with 13 when more rows exist than were asked for
fields|keys list|||id thumbprint display_name algorithm active created_at updated_at type private_key last_used_at creator creator.id creator.name creator.email_address creator.thumbprint merchant_accounts merchant_accounts.id merchant_accounts.display_name merchant_accounts.created_at merchant_accounts.updated_at merchant_accounts.type merchant_accounts.over_capture_amount merchant_accounts.over_capture_percentage roles roles.id roles.name roles.slug roles.description roles.permissions roles.permissions.allow roles.assignable_to roles.applies_to roles.is_standalone_assignable roles.type|
option|keys delete|--self|||also delete the key pair that signs this call
place|keys delete|1+||@any|ids of key pairs
option|api|--data||@any|JSON body: the text, @FILE, or - for standard input
option|api|-d||@any|JSON body: the text, @FILE, or - for standard input
option|api|--all|||every page of a list, from this one on
option|api|--scope||api-key-pairs.read api-key-pairs.write audit-logs.read buyers.read buyers.billing-details.read payment-methods.write digital-wallets.write gift-cards.read merchant-accounts.read merchant-accounts.write flows.write|scope to sign for; may be given again
place|api|1||GET POST PUT DELETE|HTTP method
place|api|2||/api-key-pairs /api-key-pairs/{api_key_pair_id} /audit-logs /buyers /payment-methods/{payment_method_id}/network-tokens/{network_token_id}/suspend /payment-methods/{payment_method_id}/network-tokens/{network_token_id}/resume /payment-methods/{payment_method_id}/network-tokens/{network_token_id}/cryptogram /digital-wallets/{digital_wallet_id}/domains /gift-cards/balances /account-updater/jobs /merchant-accounts /merchant-accounts/{merchant_account_id}/three-ds-configurations /flows/{flow}/actions/{action}/rules/{rule_id}|path and query, such as /buyers?limit=5
option|keys generate|--passphrase|||ask for a passphrase that encrypts the stored key
fields|keys generate|||thumbprint profile path public_key jwk|
option|keys import|--passphrase|||ask for a passphrase that encrypts the stored key
place|keys import|1||@file|file with the private key; - is standard input
fields|keys import|||thumbprint profile path public_key jwk|
fields|keys show|||thumbprint profile path source public_key jwk|
option|init|--generate-key|||make a new key pair and store it
option|init|--passphrase|||ask for a passphrase that encrypts the new key
option|init|--protected|||ask before every write
option|init|--no-protected|||ask before every write
option|init|--register|||make the key known to payctl serve, where that is the service
option|init|--no-register|||make the key known to payctl serve, where that is the service
option|init|--use|||make it the current profile; the first one is in any case
option|init|--no-use|||make it the current profile; the first one is in any case
fields|init|||thumbprint profile path public_key jwk|
option|profile add|--protected|||ask before every write
place|profile add|1||@any|name of the new profile: letters, digits, dots, underscores, hyphens
fields|profile list|||name current base_url merchant_account key key_file protected|
place|profile show|1||@profile|name of a profile
fields|profile show|||name current base_url merchant_account key key_file protected|
place|profile use|1||@profile|name of a profile
place|profile rename|1||@profile|name of a profile
place|profile rename|2||@any|its new name
place|profile remove|1||@profile|name of a profile
option|auth token|--scope||api-key-pairs.read api-key-pairs.write audit-logs.read buyers.read buyers.billing-details.read payment-methods.write digital-wallets.write gift-cards.read merchant-accounts.read merchant-accounts.write flows.write|a scope; may be given more than once
option|auth token|--ttl||@any|how long the token is valid (5m)
place|auth inspect|1||@any|a token; - is standard input
fields|auth inspect|||issuer thumbprint scopes not_before expires_at problems header claims|
fields|auth status|||profile base_url merchant_account credential thumbprint protected sources key_pair accepted_scopes refused_scopes|
option|serve|--port||@any|port to listen on, 0 for a free one (4010)
option|serve|--host||@any|address to listen on (127.0.0.1)
option|serve|--database||@file|where the data is kept; :memory: for nowhere (reference.db in the data folder)
option|serve|--seed||@file|what a new database begins with: demo, empty, or a JSON or YAML file (demo)
option|serve|--reset|||remove all data first
option|serve|--fault||@any|simulate a fault, as in '\''GET /buyers 503 x2'\''; may be repeated
option|serve|--latency||@any|milliseconds that every request waits (0)
option|serve|--clock||@any|the server'\''s time at the start, in RFC 3339; it runs on from there (now)
option|serve|--deterministic||@any|make ids, cryptograms and times the same for the same requests, by a number
option|serve|--embed-limit||@any|calls that an embed token may make in any 60 seconds (50)
option|serve|--control-token-file||@file|open the control interface to whoever has the token in this file
option|serve|--log||text json off|how to log requests on standard error (text)
option|serve|--ready-file||@file|write the ready line, as JSON, to this file too
option|serve|--no-profile|||leave the profiles alone
option|serve|--detach|||return when the server is ready, and leave it running
fields|serve|||event url pid database profile key_file thumbprint|
option|serve status|--database||@file|where the data is kept; :memory: for nowhere (reference.db in the data folder)
fields|serve status|||running url pid database log|
option|serve stop|--database||@file|where the data is kept; :memory: for nowhere (reference.db in the data folder)
place|completion|1||bash zsh fish powershell|the shell
option|explain|--skeleton|||print a body to start from, as JSON
place|explain|1+||listApiKeyPairs deleteApiKeyPair listAuditLogs listBuyers suspendNetworkToken resumeNetworkToken provisionCryptogram registerDomain fetchGiftCardBalances createAccountUpdaterJob createMerchantAccount listThreeDsConfigurations updateFlowRule|the operation: its name, a command, or METHOD PATH
'
# --- end of the table

_payctl() {
  local -a words
  local current node='' option='' values='' before='' ended='' word
  local -i place=1 index
  COMPREPLY=()
  _payctl_join_words
  current=${words[${#words[@]} - 1]}
  for ((index = 1; index < ${#words[@]} - 1; index++)); do
    _payctl_step "${words[index]}"
  done

  if [[ -n $option ]]; then
    _payctl_find "$option"
    _payctl_offer "$values" "$current" ''
  elif [[ -n $ended ]]; then
    _payctl_offer @file "$current" ''
  elif [[ $current == --*=* ]]; then
    _payctl_find "${current%%=*}"
    _payctl_offer "${values#\?}" "${current#*=}" "${current%%=*}="
  else
    _payctl_offer_rows "$current"
  fi
  _payctl_cut
}

# Bash splits words at the characters of COMP_WORDBREAKS; what no space parts belongs together.
_payctl_join_words() {
  local rest=${COMP_LINE:0:${COMP_POINT:-0}} gap last=''
  local -i count=0 at
  for ((at = 0; at <= COMP_CWORD; at++)); do
    word=${COMP_WORDS[at]}
    gap=${rest%%[![:space:]]*}
    rest=${rest#"$gap"}
    # The cursor may stand inside the last word.
    [[ $at -eq $COMP_CWORD && -n $COMP_LINE ]] && word=$rest
    rest=${rest#"$word"}
    if [[ $count -gt 0 && -z $gap && ($word == [=:]* || $last == *[=:]) ]]; then
      words[count - 1]+=$word
    else
      words[count++]=$word
    fi
    last=${words[count - 1]}
  done
}

# Takes one word in front of the cursor: where in the tree it leads, or what has to follow it.
_payctl_step() {
  if [[ -n $option ]]; then
    option=''
  elif [[ -n $ended || $1 == --*=* ]]; then
    return
  elif [[ $1 == -- ]]; then
    ended=yes
  elif [[ $1 == -?* ]]; then
    _payctl_find "$1"
    [[ -n $values && $values != \?* ]] && option=$1
  elif [[ $_payctl_table == *$'\n'"command|$node|$1|"* ]]; then
    node=${node:+$node }$1
  else
    before=$1
    place+=1
  fi
}

# Sets values to what may follow an option of the command, or of every command.
_payctl_find() {
  local row=$'\n'"option|$node|$1||"
  [[ $_payctl_table == *"$row"* ]] || row=$'\n'"option||$1||"
  values=''
  [[ $_payctl_table == *"$row"* ]] || return
  values=${_payctl_table#*"$row"}
  values=${values%%|*}
}

# Offers the commands below, what may stand in the next place, or the options.
_payctl_offer_rows() {
  local kind command name when offered summary
  while IFS='|' read -r kind command name when offered summary; do
    case $kind in
      command) [[ $1 != -* && $command == "$node" && $place -eq 1 ]] && _payctl_add "$name" "$1" '' ;;
      option) [[ $1 == -* && ($command == "$node" || -z $command) ]] && _payctl_add "$name" "$1" '' ;;
      place)
        [[ $1 != -* && $command == "$node" && (-z $when || $when == "$before") ]] || continue
        [[ $name == "$place" || ($name == *+ && $place -ge ${name%+}) ]] && _payctl_offer "$offered" "$1" ''
        ;;
    esac
  done <<<"$_payctl_table"
}

# Offers values for the part of a word behind its prefix.
_payctl_offer() {
  local -a found=()
  local prefix=$3 part=$2
  case $1 in
    '' | @any) return ;;
    @file | @folder)
      _payctl_offer_files "$1" "$part" "$prefix"
      return
      ;;
    @profile) IFS=$'\n' read -r -d '' -a found < <("${words[0]}" __complete profiles 2>/dev/null) ;;
    @fields)
      local row=$'\n'"fields|$node|||"
      [[ $_payctl_table == *"$row"* ]] || return
      row=${_payctl_table#*"$row"}
      IFS=' ' read -r -a found <<<"${row%%|*}"
      [[ $part == *,* ]] && prefix+=${part%,*}, part=${part##*,}
      # A comma may follow.
      compopt -o nospace 2>/dev/null
      ;;
    *) IFS=' ' read -r -a found <<<"$1" ;;
  esac
  for word in "${found[@]}"; do
    _payctl_add "$word" "$part" "$prefix"
  done
}

_payctl_add() {
  [[ $1 == "$2"* ]] && COMPREPLY+=("$3$1")
}

# The shell's own file names know about quotes and tildes; they need bash 4 and a word that is all file name.
_payctl_offer_files() {
  if [[ -z $3 || $COMP_WORDBREAKS == *=* ]]; then
    [[ $1 == @file ]] && compopt -o default 2>/dev/null && return
    [[ $1 == @folder ]] && compopt -o dirnames 2>/dev/null && return
  fi
  local flag=-f
  [[ $1 == @folder ]] && flag=-d
  while IFS= read -r word; do
    COMPREPLY+=("$3$word")
  done < <(compgen "$flag" -- "$2")
}

# The line keeps what stands in front of the last word break, so an answer must not repeat it.
_payctl_cut() {
  local kept='' mark
  local -i at
  for mark in = :; do
    [[ $COMP_WORDBREAKS == *"$mark"* && $current == *"$mark"* ]] || continue
    mark=${current%"$mark"*}$mark
    ((${#mark} > ${#kept})) && kept=$mark
  done
  [[ -n $kept ]] || return
  for ((at = 0; at < ${#COMPREPLY[@]}; at++)); do
    COMPREPLY[at]=${COMPREPLY[at]#"$kept"}
  done
}

complete -F _payctl payctl
