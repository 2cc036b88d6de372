/** A region that scrolls and holds nothing to press is a tab stop itself, so that the keyboard can scroll it. */
export const reachable = { tabIndex: 0 } as const
