/** How often a visible tab sends the leader tab a heartbeat request, ms. */
export const askInterval = 500
/** After this many unanswered requests in a row the leader's page counts as frozen. */
const mostUnanswered = 2

/** Whether the leader is given up. This takes 1.5 s at most, so that another tab leads within 2 s. */
export const isLeaderGone = (unanswered: number): boolean => unanswered >= mostUnanswered
