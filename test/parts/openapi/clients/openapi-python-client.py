import json
import os

from made import AuthenticatedClient
from made.api.api_key_pairs import delete_api_key_pair
from made.api.buyers import list_buyers
from made.api.flows import update_flow_rule
from made.api.merchant_accounts import create_merchant_account
from made.models import CreateMerchantAccountBody, UpdateFlowRuleBody
from made.models.update_flow_rule_action import UpdateFlowRuleAction
from made.models.update_flow_rule_flow import UpdateFlowRuleFlow

change = UpdateFlowRuleBody.from_dict(json.loads(os.environ["CHANGE"]))

with AuthenticatedClient(base_url=os.environ["BASE_URL"], token=os.environ["TOKEN"]) as client:
    buyers = list_buyers.sync(client=client, limit=2)
    account = create_merchant_account.sync(
        client=client, body=CreateMerchantAccountBody(id="made", display_name="Made")
    )
    rule = update_flow_rule.sync(
        UpdateFlowRuleFlow.CARD_TRANSACTION,
        UpdateFlowRuleAction.DECLINE_EARLY,
        os.environ["RULE"],
        client=client,
        body=change,
    )
    failure = delete_api_key_pair.sync("00000000-0000-4000-8000-000000000000", client=client)

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
