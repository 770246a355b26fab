/** Commands that measure, check and export. */
@NullMarked
package org.ticktoquote.harness.cli;

import org.jspecify.annotations.NullMarked;
