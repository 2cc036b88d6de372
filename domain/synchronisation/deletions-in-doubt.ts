/**
 * What remains heard of deletions, server ms, once the server turns out to have taken a message at `sentAt` already: any
 * later one may have been of that message, which nobody here knew [MSG-55].
 */
export const heardBefore = (sentAt: number): number => sentAt - 1
