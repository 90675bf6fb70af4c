/** Every exit code of the command line, by name; scripts depend on the numbers. */
export const exitCodes = {
  done: 0,
  bug: 1,
  usage: 2,
  configuration: 3,
  refused: 4,
  service: 5,
  limited: 6,
  unauthorized: 7,
  notFound: 8,
  conflict: 9,
  unreachable: 10,
  partial: 11,
  changed: 12,
  cut: 13,
  interrupted: 130,
  terminated: 143,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** The exit code for a failure status. */
export function exitCodeForStatus(status: number): ExitCode {
  switch (status) {
    case 401:
    case 403:
      return exitCodes.unauthorized;
    case 404:
      return exitCodes.notFound;
    case 409:
      return exitCodes.conflict;
    case 425:
    case 429:
      return exitCodes.limited;
    default:
      return status >= 400 && status < 500 ? exitCodes.refused : exitCodes.service;
  }
}
