/** Joins the class names that are there; a missing CSS module name or a false condition is left out. */
export const classNames = (...names: readonly (string | false | undefined)[]): string =>
  names.filter(Boolean).join(' ')
