/** Returns whether an overlay covers the page, so that keys are not for what is below it. */
export const isPageCovered = (): boolean => {
  const main = document.querySelector('main:not([hidden])')
  return main === null || main.closest('[inert], [aria-hidden="true"]') !== null
}
