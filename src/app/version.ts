/** The app's version, shown to users and sent to the server [BOOT-02]. */
export const appVersion = '5.11.5'
