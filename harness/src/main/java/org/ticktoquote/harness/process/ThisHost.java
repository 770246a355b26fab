package org.ticktoquote.harness.process;

import java.util.List;

/** The host that runs this process: nothing needs to be done to run here. */
public record ThisHost() implements Place {
    public static final ThisHost HERE = new ThisHost();

    @Override
    public String name() {
        return "this host";
    }

    @Override
    public boolean elsewhere() {
        return false;
    }

    @Override
    public List<String> ours(List<String> command) {
        return command;
    }

    @Override
    public List<String> foreign(List<String> command, String role) {
        return command;
    }
}
