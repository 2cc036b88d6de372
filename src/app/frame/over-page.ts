import { createContext } from 'react'

/** Whether a pending page will be a panel over a page that is already loaded. */
export const OverPageContext = createContext(false)
