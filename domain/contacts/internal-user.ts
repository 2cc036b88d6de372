/** Type of an admin's account [USER-01]. */
const adminType = 2

/** Whether this is the type of an admin's account [USER-01]. */
export const isAdminType = (accountType: number | undefined): boolean => accountType === adminType

/** Whether somebody of this account type is an internal user: everybody is where they are not told apart [USER-02 USER-03]. */
export const isInternalUser = (areToldApart: boolean, accountType: number): boolean =>
  !areToldApart || accountType === adminType
