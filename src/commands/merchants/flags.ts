import { commaFlag, integerFlag, negatableFlag, textFlag } from "../../terminal/flags.ts";

const overCapture = { minimum: 0, maximum: 99_999_999 };

/** A flag per field of the body; its key is the field's name in camelCase. */
export const merchantAccountFlags = {
  displayName: textFlag("name of the account"),
  accountUpdaterEnabled: negatableFlag("update card details when a payment fails for them"),
  asyncNetworkTokensEnabled: negatableFlag("provision network tokens in the background"),
  updaterClientKey: textFlag("client key of the updater"),
  updaterSecretKey: textFlag("secret key of the updater; better kept in a file"),
  updaterAcceptedSchemes: commaFlag("card schemes that the updater accepts"),
  accountUpdaterRequestEncryptionKey: textFlag("public key that encrypts updater requests"),
  accountUpdaterRequestEncryptionKeyId: textFlag("id of that key", { placeholder: "ID" }),
  accountUpdaterResponseDecryptionKey: textFlag("secret key for updater answers; better kept in a file"),
  accountUpdaterResponseDecryptionKeyId: textFlag("id of that key", { placeholder: "ID" }),
  overCaptureAmount: integerFlag("over-capture limit in the smallest currency unit", overCapture),
  overCapturePercentage: integerFlag("over-capture limit in per cent", overCapture),
  visaNetworkTokensRequestorId: textFlag("requestor id for visa network tokens", { placeholder: "ID" }),
  visaNetworkTokensAppId: textFlag("app id for visa network tokens", { placeholder: "ID" }),
  amexNetworkTokensRequestorId: textFlag("requestor id for amex network tokens", { placeholder: "ID" }),
  amexNetworkTokensAppId: textFlag("app id for amex network tokens", { placeholder: "ID" }),
  mastercardNetworkTokensRequestorId: textFlag("requestor id for mastercard network tokens", {
    placeholder: "ID",
  }),
  mastercardNetworkTokensAppId: textFlag("app id for mastercard network tokens", { placeholder: "ID" }),
} as const;
