package org.ticktoquote.replayer.venue;

/**
 * What a venue demands of a Logon (35=A).
 *
 * @param username Username (553) that it must carry; empty: any
 * @param password Password (554) likewise
 * @param leastHeartbeatS lowest HeartBtInt (108)
 * @param mostHeartbeatS highest HeartBtInt (108)
 * @param reset whether every Logon begins both sequences at 1; else they go on until one carries ResetSeqNumFlag (141)
 */
record LogonRules(String username, String password, int leastHeartbeatS, int mostHeartbeatS, boolean reset) {
    /** Takes whom it knows. */
    static final LogonRules OPEN = new LogonRules("", "", 1, 3600, true);

    @Override
    public String toString() {
        return "LogonRules[...]"; // the password belongs into no log
    }
}
