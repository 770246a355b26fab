package org.ticktoquote.harness.process;

import java.util.List;

/** Where a process runs, and what must be executed on this host so that it does. */
public interface Place {
    /** For people. */
    String name();

    /** Whether it is another host: a process there runs under a {@linkplain ProcessProxyCommand proxy}, which tells its end. */
    boolean elsewhere();

    /** What is executed here for a process of ours. */
    List<String> ours(List<String> command);

    /** What is executed here for a user's process, which knows no control lines; its outputs go into the log. */
    List<String> foreign(List<String> command, String role);
}
