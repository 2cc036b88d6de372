/** Type of an admin's account [USER-01]. */
const adminType = 2

/** Whether somebody of this account type is an internal user: everybody is where they are not told apart [USER-02 USER-03]. */
export const isInternalUser = (areToldApart: boolean, accountType: number): boolean =>
  !areToldApart || accountType === adminType
