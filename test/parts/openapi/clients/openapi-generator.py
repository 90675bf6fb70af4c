import json
import os

from made import ApiClient, Configuration
from made.api import APIKeyPairsApi, BuyersApi, FlowsApi, MerchantAccountsApi
from made.exceptions import ApiException
from made.models import (
    AmountCondition,
    AmountConditionValue,
    AmountConditionValueAnyOf1,
    BooleanOutcome,
    CardCountryCondition,
    CreateMerchantAccountRequest,
    FlowCondition,
    FlowOutcome,
    UpdateFlowRuleRequest,
)

between = AmountConditionValueAnyOf1(currency="EUR", min=1, max=5000)
amount = AmountCondition(name="amount", operator="is_between", value=AmountConditionValue(between))
country = CardCountryCondition(name="card_country", operator="is_one_of", value=["DE"])
change = UpdateFlowRuleRequest(
    position=0,
    conditions=[FlowCondition(amount), FlowCondition(country)],
    outcome=FlowOutcome(BooleanOutcome(type="boolean", result=True)),
)

configuration = Configuration(host=os.environ["BASE_URL"], access_token=os.environ["TOKEN"])
with ApiClient(configuration) as client:
    buyers = BuyersApi(client).list_buyers(limit=2)
    account = MerchantAccountsApi(client).create_merchant_account(
        CreateMerchantAccountRequest(id="made", display_name="Made")
    )
    rule = FlowsApi(client).update_flow_rule(
        "card-transaction", "decline-early", os.environ["RULE"], change
    )
    try:
        APIKeyPairsApi(client).delete_api_key_pair("00000000-0000-4000-8000-000000000000")
        failure = None
    except ApiException as error:
        failure = error.data.code

cities = [buyer.billing_details and buyer.billing_details.address.city for buyer in buyers.items]
print(
    json.dumps(
        {
            "buyers": cities,
            "account": account.display_name,
            "conditions": [condition.name for condition in rule.conditions],
            "failure": failure,
        }
    )
)
