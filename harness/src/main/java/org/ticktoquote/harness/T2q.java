package org.ticktoquote.harness;

import org.ticktoquote.core.program.RootCommand;

/** Main class of t2q. */
public final class T2q {
    private T2q() {}

    public static void main(String[] args) {
        RootCommand.main(args);
    }
}
