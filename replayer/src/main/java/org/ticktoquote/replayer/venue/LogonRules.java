package org.ticktoquote.replayer.venue;

import quickfix.FieldNotFound;
import quickfix.Message;
import quickfix.field.HeartBtInt;
import quickfix.field.Password;
import quickfix.field.Username;

/**
 * Requirements of a venue on a Logon (35=A).
 *
 * @param username required Username (553); empty for any
 * @param password required Password (554); empty for any
 * @param leastHeartbeatS lowest HeartBtInt (108)
 * @param mostHeartbeatS highest HeartBtInt (108)
 * @param reset true if every Logon resets both sequences to 1; otherwise they continue until a Logon with
 *     ResetSeqNumFlag (141)
 */
record LogonRules(String username, String password, int leastHeartbeatS, int mostHeartbeatS, boolean reset) {
    /** Accepts any username and password, heartbeats of 1 s to 1 h, and resets sequences. */
    static final LogonRules OPEN = new LogonRules("", "", 1, 3600, true);

    /** Returns the fault of a Logon; empty if it meets the requirements. */
    String problem(Message logon) throws FieldNotFound {
        int heartbeat = logon.getInt(HeartBtInt.FIELD);
        if (heartbeat < leastHeartbeatS || heartbeat > mostHeartbeatS) {
            return "108=" + heartbeat + ": expected " + leastHeartbeatS + " to " + mostHeartbeatS;
        }
        String user = problem(logon, Username.FIELD, username);
        return user.isEmpty() ? problem(logon, Password.FIELD, password) : user;
    }

    /** Omits the received value, which can be another system's secret. */
    private static String problem(Message logon, int tag, String expected) throws FieldNotFound {
        if (expected.isEmpty() || logon.isSetField(tag) && logon.getString(tag).equals(expected)) {
            return "";
        }
        return tag + (logon.isSetField(tag) ? ": is not the expected value" : ": is missing");
    }

    @Override
    public String toString() {
        return "LogonRules[...]"; // keeps the password out of logs
    }
}
