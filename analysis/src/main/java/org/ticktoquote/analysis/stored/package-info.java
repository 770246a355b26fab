/** Runs and matrices as they lie on the disk: what is there, which is the newest, and how one is removed. */
@NullMarked
package org.ticktoquote.analysis.stored;

import org.jspecify.annotations.NullMarked;
