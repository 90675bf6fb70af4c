import json
import os
import urllib.error
import urllib.request

from made import BuyerPage, FailureNotFound, FlowCondition, FlowOutcome, FlowRule, MerchantAccount


def call(method, path, body=None):
    headers = {"authorization": f"Bearer {os.environ['TOKEN']}", "content-type": "application/json"}
    request = urllib.request.Request(os.environ["BASE_URL"] + path, body, headers, method=method)
    try:
        return urllib.request.urlopen(request).read()
    except urllib.error.HTTPError as failure:
        return failure.read()


# This generator makes models alone; of a body of an operation, those of its named parts.
change = json.loads(os.environ["CHANGE"])
outcome = FlowOutcome.model_validate(change["outcome"])
conditions = [FlowCondition.model_validate(one) for one in change["conditions"]]
sent = {
    "position": change["position"],
    "outcome": outcome.model_dump(mode="json"),
    "conditions": [one.model_dump(mode="json") for one in conditions],
}

buyers = BuyerPage.model_validate_json(call("GET", "/buyers?limit=2"))
new = json.dumps({"id": "made", "display_name": "Made"}).encode()
account = MerchantAccount.model_validate_json(call("POST", "/merchant-accounts", new))
place = f"/flows/card-transaction/actions/decline-early/rules/{os.environ['RULE']}"
rule = FlowRule.model_validate_json(call("PUT", place, json.dumps(sent).encode()))
missing = call("DELETE", "/api-key-pairs/00000000-0000-4000-8000-000000000000")
failure = FailureNotFound.model_validate_json(missing)

cities = [buyer.billing_details and buyer.billing_details.address.city for buyer in buyers.items]
print(
    json.dumps(
        {
            "buyers": cities,
            "account": account.display_name,
            "conditions": [condition.name for condition in rule.conditions],
            "failure": failure.code,
        }
    )
)
