/** How many messages one forward takes, and to how many people and groups (DEC-02) [FWD-06]. */
export const forwardLimits = { messages: 500, targets: 100 } as const
