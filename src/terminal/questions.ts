/** The home of @inquirer/prompts: named here, the kinds of question that nobody asks stay out of the bundle. */
export { confirm, input, password } from "@inquirer/prompts";
