<?php
/**
 * Plugin Name: Clipferry test service
 * Description: Makes a bare WordPress the video service that the app talks to: videos, their terms and statuses, the upload route, tokens.
 *
 * It is written for tests only. What it does follows the switches in wp-content/switches.json, read anew on every request;
 * their names and meanings are those of the practice site (test/site/switches.ts).
 */

require __DIR__ . '/clipferry-service/switches.php';
require __DIR__ . '/clipferry-service/video.php';
require __DIR__ . '/clipferry-service/rules.php';
require __DIR__ . '/clipferry-service/answers.php';
require __DIR__ . '/clipferry-service/take.php';
require __DIR__ . '/clipferry-service/upload.php';
require __DIR__ . '/clipferry-service/jwt.php';
require __DIR__ . '/clipferry-service/token-a.php';
require __DIR__ . '/clipferry-service/token-b.php';
