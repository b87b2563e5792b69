/** Where the values of named secrets come from; the host's business, asked at the moment of typing. */
export interface SecretSource {
  /** The value, or null when there is none under this name. */
  secret(name: string): Promise<string | null>;
}
