import { createContext } from 'react'

/** Whether what the router draws here is a panel over a page that stands already. */
export const OverPageContext = createContext(false)
