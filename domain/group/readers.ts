/** The maximum number of members of a group whose members can see who has read their messages. */
export const mostMembersWithReaders = 100
