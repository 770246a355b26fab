/** Commands that run and analyse. */
@NullMarked
package org.ticktoquote.harness.cli;

import org.jspecify.annotations.NullMarked;
