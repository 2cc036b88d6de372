/** Makes a scrollable region without controls a tab stop, so that the keyboard can scroll it. */
export const scrollableTabStop = { tabIndex: 0 } as const
