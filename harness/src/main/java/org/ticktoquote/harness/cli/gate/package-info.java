/** {@code t2q gate}: decides whether a release is worse than its baseline. */
@NullMarked
package org.ticktoquote.harness.cli.gate;

import org.jspecify.annotations.NullMarked;
