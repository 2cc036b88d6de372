/** How often a tab that is seen asks the leader for a sign of life, ms. */
export const askInterval = 500
/** So many questions in a row without an answer, and the leader's page is frozen or stuck. */
const mostUnanswered = 2

/** Whether the leader is given up; it is after 1.5 s at most, so that another one leads within 2 s. */
export const isLeaderGone = (unanswered: number): boolean => unanswered >= mostUnanswered
