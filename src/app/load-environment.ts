import { type EnvironmentConfig, environmentGlobal, readEnvironment } from '#schemas/env/environment.ts'

/** The configuration could not be loaded or does not fit its schema, so that the app cannot start [BOOT-07]. */
export class BadEnvironmentError extends Error {
  override readonly name = 'BAD_ENV_CONFIG'
  readonly code = 1
}

/** The URL of env.js with a query that no cache has seen; `now` in ms [BOOT-04]. */
export const environmentUrl = (now: number): string => `/env.js?t=${now}`

/**
 * Runs env.js as a module, then reads the configuration from the global object that it sets. Throws BAD_ENV_CONFIG if
 * it cannot be loaded or does not fit its schema [BOOT-04 BOOT-06 BOOT-07].
 */
export const loadEnvironment = async (
  runModule: (url: string) => Promise<unknown>,
  page: object,
  now: number,
): Promise<EnvironmentConfig> => {
  try {
    await runModule(environmentUrl(now))
  } catch (cause) {
    throw new BadEnvironmentError('env.js could not be loaded', { cause })
  }
  const environment = readEnvironment(Reflect.get(page, environmentGlobal))
  if (environment === undefined) throw new BadEnvironmentError('the configuration does not fit its schema')
  return environment
}
