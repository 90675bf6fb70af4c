/** Nobody has the private halves: they were thrown away when these were made, so no token can name these pairs. */
export const publicKeys = {
  backend: `-----BEGIN PUBLIC KEY-----
MIGbMBAGByqGSM49AgEGBSuBBAAjA4GGAAQBPygiepd8Z9MhXZmm9ewDFB3NZc8o
X9PI2NL+//pnJuNCB7dc9qxn10xetaUTv1z5GPptcdlr8iLjnYw0NIWKVqwAbrBo
WbI7yxgdSArcHflFAIWfLpmttskoM/ELaJC86WXhAP6Ew54QAyudbqiDs6u1VZyr
Kl7uDYT+UtRXpKQXknA=
-----END PUBLIC KEY-----
`,
  reporting: `-----BEGIN PUBLIC KEY-----
MIGbMBAGByqGSM49AgEGBSuBBAAjA4GGAAQBnVckG5RyJeeP0h3oWHkqbsY41kAc
ZDgdDNwpfB3b34Pf3MIpEOV0Mb85tT+llXjBFTXsopQAwLMFMOhpdLGKTVMAzNFI
FHhah8s1K4ijy3ti1LRiva9Yk7Fi1ZbswKXnyFz9UnDXZt6zPii/wTivfzB8RmBj
JfJnCfqoGKGP2ydO0Fg=
-----END PUBLIC KEY-----
`,
  auditor: `-----BEGIN PUBLIC KEY-----
MIGbMBAGByqGSM49AgEGBSuBBAAjA4GGAAQAabVPOtB7RocCR5Ky7zMoa5CCTzWN
sKA1XXNJzGhu2hBryw4cD9zWyWWYFuApbIRF4oYmYmMOhAphoc9F5S9JgBYBnTfe
pXgngH9jNXjyZUKEmBdvNaPYVMsFZQdWmFjjVTQxXAqEhhRfxKZbdIKr+mev/1cT
qvkFR8RHuLhWNC9wqW4=
-----END PUBLIC KEY-----
`,
  storefront: `-----BEGIN PUBLIC KEY-----
MIGbMBAGByqGSM49AgEGBSuBBAAjA4GGAAQByyXjuE4kPW2gkp26ndhpROXrW/2W
TBVrnfAvF77pBBqxMaiwEM6oyCaKs96zh+4w1rkFZx0lj5mSV1NMS4FNt3UASKyw
q8HTNUY1Btc478yIEwgpOedUd5Rj+8cQpjTZMQC0xe7nJdWElH5roVbeWNqX11w1
mkSwmMA1FeOolH66dIg=
-----END PUBLIC KEY-----
`,
  oldBackend: `-----BEGIN PUBLIC KEY-----
MIGbMBAGByqGSM49AgEGBSuBBAAjA4GGAAQAOQ/y5DXvI9KW4l0X+aM9u/zEB3pB
VJT2e71pfdbEqCcTCwS9cfpCyfs8KaSbhtq6/PDBkzBdDDX8A/jBIe37wDkAMaXg
uo8g9PBIK0xC5FrK/MmCORew1fs/uIQ1cX8OWuq7ItYB06UbOzV8AAd9hsu1yZ2w
q1g/I1lmYRPcFSJjYCo=
-----END PUBLIC KEY-----
`,
} as const;
