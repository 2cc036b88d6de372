/** The version shown and sent everywhere [BOOT-02]. */
export const appVersion = '5.11.5'
