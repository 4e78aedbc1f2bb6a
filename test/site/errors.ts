// Error bodies of the REST API: one class, and the errors that several controllers share.

export class RestError extends Error {
  readonly code: string;
  readonly status: number;
  readonly data: Record<string, unknown>;
  readonly extra: Record<string, unknown>;

  constructor(
    code: string,
    message: string,
    status: number,
    data: Record<string, unknown> = {},
    extra: Record<string, unknown> = {},
  ) {
    super(message);
    this.code = code;
    this.status = status;
    this.data = data;
    this.extra = extra;
  }

  /** The JSON body as WordPress writes it (platform facts, section 17). */
  body(): Record<string, unknown> {
    return { code: this.code, message: this.message, data: { status: this.status, ...this.data }, ...this.extra };
  }
}

/** 401 for nobody, 403 for somebody who may not (rest_authorization_required_code). */
export function refusalStatus(user: unknown): 401 | 403 {
  return user ? 403 : 401;
}

export function notLoggedIn(): RestError {
  return new RestError('rest_not_logged_in', 'You are not currently logged in.', 401);
}

export function noRoute(): RestError {
  return new RestError('rest_no_route', 'No route was found matching the URL and request method.', 404);
}

export function invalidId(): RestError {
  return new RestError('rest_post_invalid_id', 'Invalid post ID.', 404);
}

export function refused(user: unknown, code: string, message: string): RestError {
  return new RestError(code, message, refusalStatus(user));
}

/** The body that PHP's fatal-error handler sends to a client that accepts JSON. */
export function criticalError(): RestError {
  return new RestError(
    'internal_server_error',
    '<p>There has been a critical error on this website.</p><p><a href="https://wordpress.org/documentation/article/faq-troubleshooting/">Learn more about troubleshooting WordPress.</a></p>',
    500,
    {},
    { additional_errors: [] },
  );
}
