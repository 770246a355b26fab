package org.ticktoquote.harness.run;

/** Where a FIX acceptor listens. */
record Endpoint(String host, int port) {
    @Override
    public String toString() {
        return host + ":" + port;
    }
}
