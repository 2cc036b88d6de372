/** The Connected greeting, and the login's answer, must come within this [SOCK-26], in ms. */
export const helloTimeLimit = 15_000
