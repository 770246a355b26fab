package org.ticktoquote.harness;

import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;

/** The command line inside the test's own process, with its output kept. */
public final class T2qLine {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    /** Runs it and returns the exit status. */
    public int run(String... arguments) {
        CommandLine line = T2q.commandLine();
        line.setOut(new PrintWriter(out));
        line.setErr(new PrintWriter(err));
        return line.execute(arguments);
    }

    public String out() {
        return out.toString();
    }

    public String err() {
        return err.toString();
    }
}
