package org.ticktoquote.harness.matrix.execution;

/**
 * One place of a matrix that wants a run.
 *
 * @param caseName whose
 * @param repeat from 1
 */
record Slot(String caseName, int repeat) {
    @Override
    public String toString() {
        return caseName + " run " + repeat;
    }
}
