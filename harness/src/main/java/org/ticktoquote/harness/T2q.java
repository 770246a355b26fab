package org.ticktoquote.harness;

import org.ticktoquote.core.program.RootCommand;

/** The program. */
public final class T2q {
    private T2q() {}

    public static void main(String[] args) {
        RootCommand.main(args);
    }
}
