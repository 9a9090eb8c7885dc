declare const console: { log(...values: readonly unknown[]): void };
