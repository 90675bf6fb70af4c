/**
 * No other module imports @inquirer/prompts. Naming its exports keeps the kinds of question that are never asked out of the
 * bundle.
 */
export { confirm, input, password } from "@inquirer/prompts";
