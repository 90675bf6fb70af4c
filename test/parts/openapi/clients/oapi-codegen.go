package main

import (
	"context"
	"encoding/json"
	"net/http"
	"os"

	"client/made"
	"github.com/google/uuid"
)

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	ctx := context.Background()
	authorize := func(_ context.Context, request *http.Request) error {
		request.Header.Set("authorization", "Bearer "+os.Getenv("TOKEN"))
		return nil
	}
	client, err := made.NewClientWithResponses(os.Getenv("BASE_URL"), made.WithRequestEditorFn(authorize))
	check(err)

	limit := 2
	buyers, err := client.ListBuyersWithResponse(ctx, &made.ListBuyersParams{Limit: &limit})
	check(err)
	cities := []any{}
	for _, buyer := range buyers.JSON200.Items {
		if buyer.BillingDetails == nil {
			cities = append(cities, nil)
			continue
		}
		cities = append(cities, buyer.BillingDetails.Address.City)
	}

	account, err := client.CreateMerchantAccountWithResponse(ctx, made.CreateMerchantAccountJSONRequestBody{
		Id: "made", DisplayName: "Made",
	})
	check(err)

	var value made.AmountCondition_Value
	check(value.FromAmountConditionValue1(made.AmountConditionValue1{Currency: "EUR", Min: 1, Max: 5000}))
	var amount, country made.FlowCondition
	check(amount.FromAmountCondition(made.AmountCondition{Operator: "is_between", Value: value}))
	check(country.FromCardCountryCondition(made.CardCountryCondition{Operator: "is_one_of", Value: []string{"DE"}}))
	var outcome made.FlowOutcome
	check(outcome.FromBooleanOutcome(made.BooleanOutcome{Result: true}))
	body := made.UpdateFlowRuleJSONRequestBody{
		Position: 0, Conditions: &[]made.FlowCondition{amount, country}, Outcome: &outcome,
	}
	id := uuid.MustParse(os.Getenv("RULE"))
	rule, err := client.UpdateFlowRuleWithResponse(ctx, "card-transaction", "decline-early", id, body)
	check(err)
	conditions := []string{}
	for _, condition := range rule.JSON200.Conditions {
		conditions = append(conditions, condition.Name)
	}

	missing, err := client.DeleteApiKeyPairWithResponse(ctx, uuid.MustParse("00000000-0000-4000-8000-000000000000"))
	check(err)

	check(json.NewEncoder(os.Stdout).Encode(map[string]any{
		"buyers":     cities,
		"account":    account.JSON201.DisplayName,
		"conditions": conditions,
		"failure":    missing.JSON404.Code,
	}))
}
